// Words and numbers of this page, beside those of the report's.
export function ms(value) {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
}
