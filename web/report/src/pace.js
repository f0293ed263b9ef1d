// How much of a picture the machine manages while something moves: fewer pixels, then fewer triangles.

const SLOW = 33; // milliseconds
const SHARES = [1, 0.7, 0.5, 0.35];
const CALM = 20; // quick pictures in a row, before they are finer again

/** Whether there is no graphics card. */
export function isSoftware(context) {
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const name = info ? context.getParameter(info.UNMASKED_RENDERER_WEBGL) : '';
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

export class Pace {
  constructor(context, software) {
    this.context = context;
    this.software = software;
    this.cost = 0; // milliseconds of the last picture of something that moved
    this.few = false; // triangles
    this.share = 1; // of the pixels along each side
    this.calm = 0;
  }

  /** After a picture was asked for: waits until it is there, and draws the next ones accordingly. */
  learn(began) {
    if (this.fence) return; // the last picture is not there yet
    const { context } = this;
    this.fence = context.fenceSync(context.SYNC_GPU_COMMANDS_COMPLETE, 0);
    context.flush();
    const look = () => {
      const state = context.clientWaitSync(this.fence, 0, 0);
      if (state === context.TIMEOUT_EXPIRED) return setTimeout(look, 3);
      context.deleteSync(this.fence);
      this.fence = null;
      this.cost = performance.now() - began;
      this.#adapt();
    };
    setTimeout(look);
  }

  /** In steps, since another size of the canvas costs more than a picture: coarser at once, finer only after a while. */
  #adapt() {
    if (this.cost > SLOW) {
      this.calm = 0;
      if (this.share <= 0.5) this.few = this.software;
      this.share = SHARES[Math.min(SHARES.length - 1, SHARES.indexOf(this.share) + 1)];
    } else if (this.cost < SLOW / 2 && ++this.calm > CALM) {
      this.calm = 0;
      this.share = SHARES[Math.max(0, SHARES.indexOf(this.share) - 1)];
    }
  }
}
