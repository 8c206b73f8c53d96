export type Strength = 'weak' | 'fair' | 'strong'

const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/]

/** An estimate by length and variety; it refuses nothing. */
export function passwordStrength(password: string): Strength {
  const variety = kinds.filter(kind => kind.test(password)).length
  const differing = new Set(password).size
  if (password.length < 8 || differing < 6) return 'weak'
  return password.length >= 16 || (password.length >= 12 && variety >= 3) ? 'strong' : 'fair'
}
