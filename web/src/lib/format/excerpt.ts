/** The beginning of a text in one line, cut at a word. */
export function excerpt(text: string, length = 155): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  return `${line.slice(0, length).replace(/[\s,;:.–-]*\s\S*$/, '')}…`
}
