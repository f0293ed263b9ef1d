// Collision detection of things that bend.
#pragma once

#include <pliant/contains.hpp>
#include <pliant/distance.hpp>
#include <pliant/layers.hpp>
#include <pliant/overlap.hpp>
#include <pliant/pairs.hpp>
#include <pliant/penetrations.hpp>
#include <pliant/points.hpp>
#include <pliant/report.hpp>
#include <pliant/scene.hpp>
#include <pliant/soup.hpp>
#include <pliant/version.hpp>
#include <pliant/views.hpp>
