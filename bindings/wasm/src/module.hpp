// The module's functions: plain C, called by pliant.mjs and nobody else.
#pragma once

#include <emscripten/emscripten.h>

#include <exception>

namespace pliant::wasm {

/// Text of the exception that the last call ended with, after its kind and a colon; empty: none.
void fail(const std::exception& error);

/// Runs `call`; what it throws is kept for pliant_error(), and the answer is then `otherwise`.
template <class Result, class Call>
Result guarded(Result otherwise, const Call& call) {
    try {
        return call();
    } catch (const std::exception& error) {
        fail(error);
        return otherwise;
    }
}

}  // namespace pliant::wasm

#define PLIANT_MODULE_FUNCTION extern "C" EMSCRIPTEN_KEEPALIVE
