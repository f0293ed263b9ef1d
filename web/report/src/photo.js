// What is seen, as a picture to send: with a line that says what it is, and a legend.

export function photograph(viewer, { title, caption, legend, name }) {
  const { canvas, paint, ratio } = viewer.photograph();
  const style = getComputedStyle(document.documentElement);
  const ink = style.getPropertyValue('--ink'), second = style.getPropertyValue('--ink-2');
  const font = getComputedStyle(document.body).fontFamily;
  paint.scale(ratio, ratio);
  const w = canvas.width / ratio, h = canvas.height / ratio;
  paint.textBaseline = 'top';
  paint.fillStyle = ink;
  paint.font = `600 15px ${font}`;
  paint.fillText(title, 16, 14, w - 32);
  paint.fillStyle = second;
  paint.font = `13px ${font}`;
  paint.fillText(caption, 16, 36, w - 32);
  let x = 16;
  for (const { colour, text } of legend) {
    paint.fillStyle = colour;
    paint.fillRect(x, h - 27, 12, 12);
    paint.fillStyle = ink;
    paint.fillText(text, x + 18, h - 29);
    x += 18 + paint.measureText(text).width + 16;
  }
  return new Promise((done) => canvas.toBlob((blob) => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    done(blob);
  }, 'image/png'));
}
