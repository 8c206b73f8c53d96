/** DER, the binary notation of certificates: a tag, a length and the content, which may contain further values. */
function value(tag: number, ...contents: Buffer[]) {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(content.length)]), content])
}

function lengthBytes(length: number) {
  if (length < 0x80) return [length]
  const bytes = bigEndian(length)
  return [0x80 | bytes.length, ...bytes]
}

function bigEndian(number: number): number[] {
  return number < 0x100 ? [number] : [...bigEndian(Math.floor(number / 0x100)), number % 0x100]
}

export function sequence(...values: Buffer[]) {
  return value(0x30, ...values)
}

export function set(...values: Buffer[]) {
  return value(0x31, ...values)
}

export function boolean(isTrue: boolean) {
  return value(0x01, Buffer.from([isTrue ? 0xff : 0]))
}

/** A non-negative integer: leading zero bytes are removed, and a zero byte goes in front of a set first bit. */
export function integer(bytes: Buffer | number) {
  const given = typeof bytes === 'number' ? Buffer.from(bigEndian(bytes)) : bytes
  const first = given.findIndex(byte => byte !== 0)
  const digits = given.subarray(first === -1 ? given.length - 1 : first)
  const isHigh = (digits[0] ?? 0) >= 0x80
  return value(0x02, ...(isHigh ? [Buffer.from([0])] : []), digits)
}

export function bitString(bits: Buffer, unusedBits = 0) {
  return value(0x03, Buffer.from([unusedBits]), bits)
}

export function octetString(bytes: Buffer) {
  return value(0x04, bytes)
}

/** An object identifier like `2.5.4.3`. */
export function identifier(dotted: string) {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return value(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(number: number): number[] {
  const digits = [number & 0x7f]
  for (let left = number >>> 7; left > 0; left >>>= 7) digits.unshift((left & 0x7f) | 0x80)
  return digits
}

export function utf8String(text: string) {
  return value(0x0c, Buffer.from(text))
}

/** Two digits for the year: 1950 to 2049. */
export function utcTime(date: Date) {
  const digits = date.toISOString().replace(/[-:T]/g, '').slice(2, 14)
  return value(0x17, Buffer.from(`${digits}Z`))
}

/** A value that is identified by a number: `[3] EXPLICIT`. */
export function tagged(number: number, content: Buffer) {
  return value(0xa0 | number, content)
}

/** A text that is identified by a number: `[2] IMPLICIT IA5String`. */
export function taggedText(number: number, text: string) {
  return value(0x80 | number, Buffer.from(text, 'ascii'))
}
