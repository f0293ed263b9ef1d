// Collision detection of things that bend.
#pragma once

#include <pliant/pairs.hpp>
#include <pliant/penetrations.hpp>
#include <pliant/points.hpp>
#include <pliant/report.hpp>
#include <pliant/scene.hpp>
#include <pliant/version.hpp>
#include <pliant/views.hpp>
