/**
 * Anyone can register with any name and address: a name that could be an advertisement is not repeated to the reader of
 * that address.
 */
const isPlain = (name: string) => /^[\p{L}\p{M}'’ -]{1,30}$/u.test(name)

export const greeting = (firstName: string): string => (isPlain(firstName) ? `Hello ${firstName},` : 'Hello,')

export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return isPlain(firstName) && isPlain(lastName) ? `${firstName} ${lastName}` : ''
}
