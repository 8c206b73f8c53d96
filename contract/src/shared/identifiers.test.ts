import { describe, expect, it } from 'vitest'
import { email } from './fields.ts'
import { indianPhone, indianPinCode, plainIdentifier, readPostalCode } from './identifiers.ts'

describe('an identifier as it was meant', () => {
  it.each([
    ['marks of direction, as contact cards have them', '\u202a+919876543210\u202c', '+919876543210'],
    ['joiners and byte order marks', '\ufeff98765\u200b43\u2060210\u00ad', '9876543210'],
    ['digits and letters of full width', 'ＡＢ－１２３', 'AB-123'],
    ['spaces that do not break, and too many', '\u00a0SW1A \u202f 1AA ', 'SW1A 1AA'],
    ['dashes of print', '100–0001', '100-0001'],
  ])('is read from %s', (_, typed, meant) => {
    expect(plainIdentifier(typed)).toBe(meant)
  })

  it('is read in an email too', () => {
    expect(email.parse('\u202aＡsha@Example．com\u202c ')).toBe('asha@example.com')
    expect(email.safeParse('as\0ha@example.com').success).toBe(false)
  })
})

describe('a phone number in India', () => {
  it.each([
    '\u202a+919876543210\u202c',
    '+91 98765 43210',
    '00 91 98765-43210',
    '919876543210',
    '098765 43210',
    '(98765) 43210',
    '９８７６５４３２１０',
  ])('is read from %s', typed => {
    expect(indianPhone(typed)).toBe('9876543210')
  })

  it.each(['98765432101', '01234567890', '987654321'])('keeps what is none: %s', typed => {
    expect(indianPhone(typed)).toBe(typed)
  })

  it('has a pin code without the country in front', () => {
    expect(indianPinCode('ＩＮ-４００ ０５０')).toBe('400 050')
  })
})

const formats = {
  CA: ['[ABCEGHJKLMNPRSTVXY]\\d[ABCEGHJ-NPRSTV-Z] ?\\d[ABCEGHJ-NPRSTV-Z]\\d', 'H3Z 2Y7'],
  DE: ['\\d{5}', '26133'],
  GB: ['[A-Z]{1,2}\\d[\\dA-Z]? ?\\d[A-Z]{2}', 'EC1Y 8SY'],
  JP: ['\\d{3}-?\\d{4}', '154-0023'],
  LV: ['LV-\\d{4}', 'LV-1073'],
  NL: ['[1-9]\\d{3} ?[A-Z]{2}', '1234 AB'],
  PL: ['\\d{2}-\\d{3}', '00-950'],
  SZ: ['[HLMS]\\d{3}', 'H100'],
  US: ['(\\d{5})(?:[ \\-](\\d{4}))?', '95014'],
} as const
const read = (code: keyof typeof formats, typed: string) => {
  const [pattern, example] = formats[code]
  return readPostalCode({ code, pattern, example }, typed)
}

describe('a postal code', () => {
  it.each([
    ['GB', 'SW1A\u00a01AA', 'SW1A 1AA'],
    ['JP', '１００－０００１', '100-0001'],
    ['JP', '〒100 0001', '100-0001'],
    ['PL', '90001', '90-001'],
    ['CA', 'K1A-0B1', 'K1A 0B1'],
    ['DE', 'D-50667', '50667'],
    ['US', '021381234', '02138-1234'],
    ['LV', '1073', 'LV-1073'],
    ['NL', 'NL 1012-ab', '1012 AB'],
  ] as const)('of %s is read from %s', (code, typed, kept) => {
    expect(read(code, typed)).toBe(kept)
    expect(read(code, kept)).toBe(kept)
  })

  it.each([
    ['DE', '5066'],
    ['DE', 'F-75001'],
    ['SZ', '100'],
    ['US', '0213812'],
  ] as const)('of %s is not made of %s', (code, typed) => {
    expect(read(code, typed)).toBeUndefined()
  })
})
