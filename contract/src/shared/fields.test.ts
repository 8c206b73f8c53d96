import { describe, expect, it } from 'vitest'
import { complaint, complaints } from '../../test/complaints.ts'
import { email, flag, newPassword, number, objectId, oneOf, personName, text } from './fields.ts'

describe('text', () => {
  it.each(['\u200b', '\u2800', '\u00ad \u202e', '\u3164'])(
    'is missing when nothing of it can be seen: %j',
    invisible => {
      expect(text().safeParse(invisible).error?.issues[0]?.message).toBe('This is required.')
      expect(text({ min: 0 }).parse(invisible)).toBe('')
      expect(text().parse(`${invisible}Mira`)).toContain('Mira')
    },
  )

  it('T282 is trimmed', () => {
    expect(text().parse('  Sea View \n')).toBe('Sea View')
  })

  it.each([undefined, null, '', '   ', '\0', 5, {}])('T283 is missing when it is %j', value => {
    expect(complaint(text(), value)).toBe('This is required.')
    expect(complaint(text({ message: 'City is not valid', min: 3 }), value)).toBe('City is not valid')
  })

  it('T284 T285 T286 says which length is wrong, after the field’s own sentence', () => {
    expect(complaint(text({ min: 5 }), 'abcd')).toBe('This must be 5 character(s) or more.')
    expect(complaint(text({ max: 5 }), 'abcdef')).toBe('This must be 5 character(s) or less.')
    expect(complaint(text({ length: 5 }), 'abcd')).toBe('This must be 5 character(s) long.')
    expect(complaint(text({ length: 5 }), 'abcdef')).toBe('This must be 5 character(s) long.')
    const short = 'City is not valid. This must be 3 character(s) or more.'
    expect(complaint(text({ message: 'City is not valid', min: 3 }), 'ab')).toBe(short)
    expect(complaint(text({ message: 'City is not valid.', min: 3 }), 'ab')).toBe(short)
  })

  it('drops what PostgreSQL cannot store', () => {
    expect(text().parse('a\0b')).toBe('ab')
    expect(text().parse('half \ud83c pair')).toBe('half \ufffd pair')
    expect(text().parse('whole 🎉 pair')).toBe('whole 🎉 pair')
  })

  it('drops embeddings, overrides and isolates, which would show it in another order, and keeps marks of a letter', () => {
    expect(text().parse('Flat 12 \u202e 34 B wing')).toBe('Flat 12  34 B wing')
    expect(text().parse('\u2066Asha\u2069 \u202aRao\u202c')).toBe('Asha Rao')
    expect(text({ max: 4 }).parse('\u202eAsha')).toBe('Asha')
    expect(text().parse('שלום!\u200f')).toBe('שלום!\u200f')
  })
})

describe('number', () => {
  const price = number({ min: 0.01, max: 10_000_000 })

  it.each([
    undefined,
    null,
    '',
    ' ',
    true,
    false,
    'abc',
    '1e3',
    '0x10',
    '1,000',
    '+5',
    'NaN',
    Number.NaN,
    Infinity,
    [],
    {},
  ])('T287 is not %j', value => {
    expect(complaint(number(), value)).toBe('This must be a number.')
  })

  it.each([
    [5, 5],
    ['5', 5],
    [' 12.50 ', 12.5],
    ['-3', -3],
    [0, 0],
  ])('may be %j', (value, expected) => {
    expect(number().parse(value)).toBe(expected)
  })

  it('T288 T289 names the bound it breaks', () => {
    expect(complaint(price, 0)).toBe('This cannot be less than 0.01.')
    expect(complaint(price, '-1')).toBe('This cannot be less than 0.01.')
    expect(complaint(price, 10_000_000.01)).toBe('This cannot be more than 10000000.')
    expect(complaint(price, 0.01)).toBeUndefined()
    expect(complaint(price, 10_000_000)).toBeUndefined()
  })
})

describe('objectId', () => {
  it.each(['a'.repeat(23), 'a'.repeat(25), `${'a'.repeat(23)}g`, '', 5, null, undefined])('T290 is not %j', value => {
    expect(complaint(objectId, value)).toBe('This must be an id of 24 hexadecimal characters.')
  })

  it('T290 is 24 hexadecimal characters in any case, answered in lower case', () => {
    expect(objectId.parse('0123456789ABCDEFabcdef01')).toBe('0123456789abcdefabcdef01')
  })
})

describe('oneOf', () => {
  it.each(['root', '', 'Admin', null, undefined, 1])('T291 lists what it could have been instead of %j', value => {
    const sentence = 'This must be one of the following: admin, customer'
    expect(complaint(oneOf(['admin', 'customer']), value)).toBe(sentence)
  })
})

describe('flag', () => {
  it.each(['true', 1, 0, null, undefined, 'yes'])('T309 is not %j', value => {
    expect(complaint(flag, value)).toBe('This is not an acceptable option.')
  })
})

describe('email', () => {
  it('T276 is trimmed and lower-cased', () => {
    expect(email.parse(' John@Example.COM ')).toBe('john@example.com')
  })

  it.each([
    'john',
    'john@',
    '@example.com',
    'john@example',
    'jo hn@example.com',
    'a@b@example.com',
    '',
    null,
    undefined,
    5,
  ])('T275 is not %j', value => {
    expect(complaint(email, value)).toBe('This email is not valid.')
  })

  it('T275 has at most 254 characters', () => {
    const domain = `@${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(60)}.example.com`
    const longest = 'l'.repeat(254 - domain.length) + domain

    expect(complaint(email, longest)).toBeUndefined()
    expect(complaint(email, `l${longest}`)).toBe('This email is not valid.')
  })
})

describe('newPassword', () => {
  const weak = 'Please choose a stronger password.'

  it.each([undefined, null, 123456, {}])('T277 must be text, not %j', value => {
    expect(complaint(newPassword, value)).toBe('Password is not acceptable.')
  })

  it.each(['', 'abc1!', '12345!', 'abcdef!', 'abcdef1', 'abcd1-', 'abcd1! x', 'abcd1!ä', 'abcd1!\0'])(
    'T278 T279 T280 T281 is too weak as %j',
    value => {
      expect(complaint(newPassword, value)).toBe(weak)
    },
  )

  it('T279 B59 may be as short as abcd1!, as long as 128 characters, and is trimmed', () => {
    expect(newPassword.parse(' abcd1! ')).toBe('abcd1!')
    expect(complaint(newPassword, `a1!${'x'.repeat(125)}`)).toBeUndefined()
    expect(complaint(newPassword, `a1!${'x'.repeat(126)}`)).toBe(weak)
  })
})

describe('personName', () => {
  it('is one line', () => {
    const name = { firstName: 'Asha\r\nBcc: x', lastName: '\u0007Rao\t\n II' }
    expect(personName.parse(name)).toEqual({ firstName: 'Asha Bcc: x', lastName: 'Rao II' })
  })

  it.each([undefined, null, 'Asha Rao'])('T294 is two fields, not %j', value => {
    expect(complaints(personName, value)).toEqual({ '': 'Name must include first name and last name.' })
  })

  it('T292 T293 names the part that is missing', () => {
    expect(complaints(personName, { firstName: ' ' })).toEqual({
      firstName: 'First name is not acceptable.',
      lastName: 'Last name is not acceptable.',
    })
  })

  it('T285 holds 50 characters a part', () => {
    const part = 'x'.repeat(50)
    expect(complaints(personName, { firstName: part, lastName: part })).toEqual({})
    expect(complaints(personName, { firstName: `${part}x`, lastName: part })).toEqual({
      firstName: 'First name is not acceptable. This must be 50 character(s) or less.',
    })
  })
})
