const invisible = /[\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/gu
const spaces = /[\s\p{Z}]+/gu
const dashes = /[\u2010-\u2015\u2212\u30fc]/g

/** Full-width signs become plain ones, marks that have no shape go, any spaces become one. */
export function plainIdentifier(typed: string): string {
  const plain = typed.replace(spaces, ' ').normalize('NFKC').replace(invisible, '')
  return plain.replace(dashes, '-').replace(spaces, ' ').trim()
}

export const ofText =
  (read: (typed: string) => string) =>
  (typed: unknown): unknown =>
    typeof typed === 'string' ? read(typed) : typed

/** A contact card has the country code, a dialled number a zero. */
export function indianPhone(typed: string): string {
  const plain = plainIdentifier(typed).replace(/[\s()./-]/g, '')
  const digits = plain.replace(/^(?:\+91|0091)0?(?=\d{10}$)|^(?:91|0)(?=[6-9]\d{9}$)/, '')
  return /^\d{10}$/.test(digits) ? digits : typed
}

export const indianPinCode = (typed: string) => plainIdentifier(typed).replace(/^IN[ -]*(?=\d)/i, '')

/** Marks of cars, which people write before the postal code of a letter across a border: D-50667. */
const CAR_MARKS = new Map(
  'AT:A BE:B DE:D EE:EST ES:E FI:FIN FR:F HU:H IE:IRL IT:I LI:FL LU:L NO:N PT:P RU:RUS SE:S SI:SLO US:USA'
    .split(' ')
    .map(pair => pair.split(':') as [code: string, mark: string]),
)

/** Marks and separators are put where the country's pattern has them; undefined when it is none. */
export function readPostalCode(format: Record<'code' | 'pattern' | 'example', string>, typed: string) {
  const { code, pattern, example } = format
  const whole = new RegExp(`^(?:${pattern})$`)
  const plain = plainIdentifier(typed).toUpperCase().replace('〒', '').trim()
  const marks = [code, CAR_MARKS.get(code) ?? code].toSorted((a, b) => b.length - a.length)
  const local = plain.replace(new RegExp(`^(?:${marks.join('|')})[ -]*(?=[A-Z\\d])`), '')
  const mark = /^[A-Z]+-?/.exec(pattern)?.[0] ?? ''
  return [plain, local, ...[local, plain, mark + local].flatMap(text => separated(text, example))].find(text =>
    whole.test(text),
  )
}

function separated(text: string, example: string): string[] {
  const bare = text.replace(/[^A-Z\d]/g, '')
  const marks = [...new Set([/[^A-Z\d]/.exec(example)?.[0] ?? '', '-', ' '])]
  const places = Array.from({ length: Math.max(0, bare.length - 1) }, (_, index) => index + 1)
  return [...marks.flatMap(mark => places.map(at => bare.slice(0, at) + mark + bare.slice(at))), bare]
}
