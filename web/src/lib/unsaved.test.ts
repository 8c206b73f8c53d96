import { beforeEach, describe, expect, it } from 'vitest'
import { dropUnsaved, findUnsaved, forgetUnsaved, keepUnsaved } from './unsaved.ts'

const saree = { userId: 'asha', place: '/dashboard/products/new', content: { values: { name: 'Kota saree' } } }
const note = { userId: 'asha', place: '/dashboard/orders/order/1#note', content: { text: 'Leave it with the guard.' } }

beforeEach(() => sessionStorage.clear())

describe('unsaved values after the session ended', () => {
  it('stay when a second form is kept or a draft of another user is dropped', () => {
    keepUnsaved(saree)
    keepUnsaved(note)
    keepUnsaved({ ...saree, userId: 'kabir' })
    dropUnsaved('kabir', saree.place)

    expect(findUnsaved('asha', saree.place)?.content).toEqual(saree.content)
    expect(findUnsaved('asha', note.place)?.content).toEqual(note.content)
    expect(findUnsaved('kabir', saree.place)).toBeUndefined()
  })

  it('are kept for the last five forms', () => {
    for (const order of [1, 2, 3, 4, 5, 6]) keepUnsaved({ ...note, place: `${order}` })

    expect(findUnsaved('asha', '1')).toBeUndefined()
    expect(findUnsaved('asha', '2')?.content).toEqual(note.content)
    expect(findUnsaved('asha', '6')?.content).toEqual(note.content)
  })

  it('are gone for every user after a logout', () => {
    keepUnsaved(saree)
    keepUnsaved({ ...note, userId: 'kabir' })

    forgetUnsaved()

    expect(sessionStorage).toHaveLength(0)
  })

  it.each(['{', '{"userId":"asha"}'])('is nothing where what is stored is unreadable: %s', stored => {
    sessionStorage.setItem('mela.unsaved', stored)

    expect(findUnsaved('asha', saree.place)).toBeUndefined()
  })
})
