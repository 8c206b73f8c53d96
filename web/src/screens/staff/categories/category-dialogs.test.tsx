import { useQuery } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, refused, stubShop, visit } from '../../../../test/browser.tsx'
import { aCategory } from '../../../../test/samples.ts'
import { staffCategoriesQuery } from './categories.api.ts'
import { CategoryDialog } from './category-dialogs.tsx'

afterEach(leaveShop)

const kurtas = aCategory('kurtas', { name: 'Kurtas' })
const SAVE = `PATCH /categories/${kurtas._id}`

function edit(outcomes: Parameters<typeof stubShop>[0]) {
  const shop = stubShop({ 'GET /categories/staff': ok([kurtas]), ...outcomes })
  const Page = () => {
    const { data = [kurtas] } = useQuery(staffCategoriesQuery())
    return <CategoryDialog category={kurtas} categories={data} onClose={() => {}} />
  }
  visit('/', [{ path: '/', Component: Page }])
  return shop
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save category', hidden: true }))

it('sends changed fields only, and undoes only these', async () => {
  const saved = { ...kurtas, description: 'Cotton.', version: 2 }
  const { callsTo } = edit({ [SAVE]: ok(saved) })
  type('Description', 'Cotton.')
  save()

  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))

  await waitFor(() => expect(callsTo(SAVE)).toHaveLength(2))
  expect(callsTo(SAVE).map(({ body }) => body)).toEqual([
    { description: 'Cotton.', version: 1 },
    { description: '', version: 2 },
  ])
})

it('shows what another admin has saved meanwhile, keeps the typed values, and saves again on top of it', async () => {
  const theirs = { ...kurtas, name: 'Long kurtas', version: 2 }
  const { callsTo } = edit({
    [SAVE]: [
      refused(409, 'This item was changed by someone else. Please reload.', { code: 'version_conflict' }),
      ok({ ...theirs, version: 3 }),
    ],
    'GET /categories/staff': [ok([kurtas]), ok([theirs])],
  })
  type('Description', 'Cotton.')
  save()
  expect((await screen.findByText(/They saved/)).textContent).toContain('They saved: Name.')

  save()

  await waitFor(() => expect(callsTo(SAVE)).toHaveLength(2))
  expect(callsTo(SAVE)[1]?.body).toEqual({ description: 'Cotton.', version: 2 })
})

it.each([
  ['Обувь', 'obuv'],
  ['Crème & Brûlée', 'creme-brulee'],
  ['Sale!', 'sale-'],
])('T177 B84 leaving the name %j with an empty slug fills in %j', async (name, slug) => {
  edit({})
  type('Slug', '')
  type('Name', name)

  fireEvent.blur(screen.getByLabelText('Name'))

  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Slug/).value).toBe(slug))
})
