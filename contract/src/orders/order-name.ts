/** Ids begin with the time, so their beginnings are alike. */
export const shortOrderId = (id: string): string => id.slice(-8).toUpperCase()

export const orderName = ({ _id, number }: { _id: string; number: string | null }): string =>
  number ?? shortOrderId(_id)

const SAID = /^(?:(order)(?:\s+(?:number|no\.?))?[\s:]+)?#?([\w./#-]{1,36})$/i

/** What customers read on pages and emails: ids, their ends, and numbers of four digits or with a prefix and a sign. */
const FORMS = [/^[\da-f]{24}$/i, /^(?=.*\d)[\da-f]{8}$/i, /^[\w./#-]*\d{4,}$/, /^(?=.*[a-z])[\w./#-]*[./#_-]\d+$/i]

export function readOrderName(text: string): string | undefined {
  const [, said, name = ''] = SAID.exec(text.trim()) ?? []
  return (said ? /\d/.test(name) : FORMS.some(form => form.test(name))) ? name : undefined
}
