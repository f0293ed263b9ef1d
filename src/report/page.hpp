// The page itself, made of web/report when this is built.
#pragma once

#include <string_view>

namespace pliant::report {

/// page.html, with places for what is filled in: @title@, @frames@ ...
std::string_view page_html();

/// The program of the page, compressed by gzip.
std::string_view page_program();

}  // namespace pliant::report
