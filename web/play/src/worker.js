// The other thread: the library, the bodies and the questions.
import makeModule from "./pliant_play.mjs";
import { serve } from '../../../bindings/wasm/serve.mjs';
import { Player } from './player.js';

serve(makeModule().then((functions) => new Player(functions)));
