import { stem } from './words.ts'

/** What shoppers call by several names, in the singular. */
const names = [
  ['tee', 'tshirt'],
  ['runner', 'sneaker', 'trainer'],
  ['jumper', 'sweater', 'pullover'],
  ['trouser', 'pant', 'slack'],
  ['watch', 'wristwatch', 'timepiece'],
  ['kurta', 'kurti'],
  ['gray', 'grey'],
  ['colour', 'color'],
]

const others = new Map(names.flatMap(same => same.map(name => [name, same.filter(other => other !== name)] as const)))

/** Other words for a word, in the singular. */
export const synonymsOf = (word: string): readonly string[] => others.get(stem(word)) ?? []
