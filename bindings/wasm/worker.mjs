// The other end of worker_scene.mjs: calls of a Scene come as messages, answers go back with their arrays transferred.
import { serve } from './serve.mjs';
import { load } from './pliant.mjs';

serve(load().then(({ Scene }) => new Scene()));
