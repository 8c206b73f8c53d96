export function listNames(names: readonly string[], most = names.length): string {
  const rest = names.length - most
  const shown = rest > 1 ? [...names.slice(0, most), `${rest} more`] : names
  return shown.join(', ').replace(/, ([^,]*)$/, ' and $1')
}
