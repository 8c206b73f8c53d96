/** JSON with each list of keys written once: an object is the index of its keys and its values, an array 0 and its items. */
export interface Packed {
  keys: string[][]
  value: unknown
}

export function pack(value: unknown): Packed {
  const keys: string[][] = [[]]
  const numbers = new Map<string, number>()

  function numberOf(own: string[]): number {
    const name = JSON.stringify(own)
    const number = numbers.get(name) ?? keys.push(own) - 1
    numbers.set(name, number)
    return number
  }
  function packed(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return [0, ...value.map(packed)]
    const own = value as Record<string, unknown>
    const given = Object.keys(own).filter(key => own[key] !== undefined)
    return [numberOf(given), ...given.map(key => packed(own[key]))]
  }

  return { value: packed(value), keys }
}

export function unpack<Value>({ keys, value }: Packed): Value {
  function unpacked(value: unknown): unknown {
    if (!Array.isArray(value)) return value
    const [number, ...values] = value.map((item, index) => (index > 0 ? unpacked(item) : item))
    return number === 0 ? values : Object.fromEntries((keys[number] ?? []).map((key, index) => [key, values[index]]))
  }
  return unpacked(value) as Value
}
