/** Other names of Indian states, as people write them. */
const OTHER_NAMES: Record<string, string> = {
  'andaman and nicobar islands': 'andaman and nicobar',
  orissa: 'odisha',
  pondicherry: 'puducherry',
  uttaranchal: 'uttarakhand',
  'new delhi': 'delhi',
}

/** Equal for two spellings of a state: capitals, spaces, signs and invisible characters make no difference. */
export function stateKey(name: string): string {
  const words = name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  return OTHER_NAMES[words] ?? words
}
