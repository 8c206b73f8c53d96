import { defaultSettings } from '@mela/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, okPage, stubShop, visit } from '../../../../test/browser.tsx'
import { kurtaInFull } from '../../../../test/samples.ts'
import { SettingCard } from './setting-card.tsx'

afterEach(leaveShop)

const SAVE = 'PATCH /settings'
const settings = { ...defaultSettings(), version: 1 }
const kurtas = { _id: 'e'.repeat(24), name: 'Kurtas' }
const other = { ...kurtaInFull, _id: 'f'.repeat(24), name: 'Another kurta' }

const card = { title: 'Sections of the home page', fields: ['homeSections'] }
const Page = () => <SettingCard group="look" card={card} settings={settings} onDirty={() => {}} />

function open() {
  const shop = stubShop({
    [SAVE]: ok({ ...settings, version: 2 }),
    'GET /shop': ok({}),
    'GET /shop/home': ok({}),
    'GET /categories/staff': ok([kurtas]),
    'GET /products?page=1&size=8&view=card': okPage([kurtaInFull, other]),
    [`GET /products/cards?ids=${other._id}`]: ok([other]),
    [`GET /products/cards?ids=${other._id}%2C${kurtaInFull._id}`]: ok([other, kurtaInFull]),
    [`GET /products/cards?ids=${kurtaInFull._id}`]: ok([kurtaInFull]),
  })
  visit('/', [{ path: '/', Component: Page }])
  const sections = () =>
    shop.callsTo(SAVE).map(({ body }) => (body as { look: { homeSections: object[] } }).look.homeSections)
  return { sections }
}

const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const save = () => press('Save Look: Sections of the home page')

it('a section has the products of a category, and a further one those that were searched and chosen by hand', async () => {
  const { sections } = open()

  choose('What Recommended shows', 'category')
  fireEvent.change(await screen.findByLabelText('Category'), { target: { value: kurtas._id } })
  press('Add Products')
  choose('What Products shows', 'chosen')
  for (const { name } of [other, kurtaInFull])
    fireEvent.click(await screen.findByRole('button', { name: `Add ${name}` }))
  const chosen = screen.getByRole('list', { name: 'Chosen products, in their order' })
  await waitFor(() => expect(within(chosen).getByText(other.name)).toBeTruthy())
  fireEvent.click(within(chosen).getByRole('button', { name: `Remove ${other.name}` }))
  save()

  await waitFor(() => expect(sections()).toHaveLength(1))
  const none = { title: null, isShown: true, of: null, products: [] }
  expect(sections()[0]).toEqual([
    ...settings.look.homeSections.map(section =>
      section.section === 'recommended' ? { ...section, source: 'category', of: kurtas._id } : section,
    ),
    { ...none, section: 'products', source: 'chosen', products: [kurtaInFull._id] },
  ])
})
