# Makes page.cpp of the page's files: cmake -DHTML=page.html -DPROGRAM=report.js.gz -DOUT=page.cpp -P embed_page.cmake
function(bytes_of file result)
  file(READ ${file} hex HEX)
  string(LENGTH "${hex}" digits)
  math(EXPR size "${digits} / 2")
  string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
  set(${result} "${hex}" PARENT_SCOPE)
  set(${result}_size ${size} PARENT_SCOPE)
endfunction()

bytes_of(${HTML} html)
bytes_of(${PROGRAM} program)
file(WRITE ${OUT} "#include \"report/page.hpp\"

namespace pliant::report {
namespace {
const unsigned char html[] = {\n${html}};
const unsigned char program[] = {\n${program}};
}  // namespace

std::string_view page_html() { return {reinterpret_cast<const char*>(html), ${html_size}}; }
std::string_view page_program() { return {reinterpret_cast<const char*>(program), ${program_size}}; }

}  // namespace pliant::report
")
