// Collision detection of things that bend. Optional libraries have headers of their own: pliant/io.hpp,
// pliant/meshing.hpp, pliant/opengl.hpp.
#pragma once

#include <pliant/contacts.hpp>
#include <pliant/contains.hpp>
#include <pliant/curves.hpp>
#include <pliant/cutting.hpp>
#include <pliant/distance.hpp>
#include <pliant/elastic_body.hpp>
#include <pliant/export.hpp>
#include <pliant/features.hpp>
#include <pliant/impacts.hpp>
#include <pliant/jobs.hpp>
#include <pliant/layers.hpp>
#include <pliant/overlap.hpp>
#include <pliant/pairs.hpp>
#include <pliant/penalty.hpp>
#include <pliant/penetrations.hpp>
#include <pliant/points.hpp>
#include <pliant/proximities.hpp>
#include <pliant/relations.hpp>
#include <pliant/report.hpp>
#include <pliant/scene.hpp>
#include <pliant/skin.hpp>
#include <pliant/soup.hpp>
#include <pliant/sphere_hierarchy.hpp>
#include <pliant/version.hpp>
#include <pliant/views.hpp>
