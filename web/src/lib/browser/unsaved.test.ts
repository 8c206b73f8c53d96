// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { findUnsaved, keepUnsaved } from './unsaved.ts'

const mine = { userId: 'asha', place: '/dashboard/products/new', content: { values: { name: 'Kota saree' } } }

beforeEach(() => sessionStorage.clear())

describe('what was typed when the session ended', () => {
  it('is there for its user, at the form where it was typed alone', () => {
    keepUnsaved(mine)

    expect(findUnsaved('asha', '/dashboard/products/edit/1')).toBeUndefined()
    expect(findUnsaved('asha', mine.place)).toEqual(mine.content)
  })

  it('is gone for good once another user has opened a form', () => {
    keepUnsaved(mine)

    expect(findUnsaved('kabir', mine.place)).toBeUndefined()
    expect(findUnsaved('asha', mine.place)).toBeUndefined()
    expect(sessionStorage).toHaveLength(0)
  })

  it('is nothing where what is stored is unreadable', () => {
    sessionStorage.setItem('mela.unsaved', '{')

    expect(findUnsaved('asha', mine.place)).toBeUndefined()
  })
})
