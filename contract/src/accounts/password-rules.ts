export const PASSWORD_RULES: readonly { label: string; isMet: (password: string) => boolean }[] = [
  { label: '6 to 128 characters', isMet: password => password.length >= 6 && password.length <= 128 },
  { label: 'A letter from a to z', isMet: password => /[A-Za-z]/.test(password) },
  { label: 'A digit', isMet: password => /\d/.test(password) },
  { label: 'One of @ $ ! % * # ? &', isMet: password => /[@$!%*#?&]/.test(password) },
  {
    label: 'Only letters from a to z, digits and @ $ ! % * # ? &',
    isMet: password => password !== '' && findForbidden(password) === '',
  },
]

export function findForbidden(password: string): string {
  const others = new Set(password.replace(/[A-Za-z\d@$!%*#?&]/g, ''))
  return [...others].map(sign => (/\s/.test(sign) ? 'space' : sign)).join(' ')
}
