/** Anyone can register with any address, so a name that could be an advertisement is not repeated to its reader. */
const isPlain = (name: string) => /^[\p{L}\p{M}'’ -]{1,30}$/u.test(name)

export const greeting = (firstName: string): string => (isPlain(firstName) ? `Hello ${firstName},` : 'Hello,')

export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return isPlain(firstName) && isPlain(lastName) ? `${firstName} ${lastName}` : ''
}
