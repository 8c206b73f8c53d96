import { BANNER, paths } from '@mela/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, okPage, refused, stubShop, visit } from '../../../../test/browser.tsx'
import { kurtaInFull } from '../../../../test/samples.ts'
import { recordView } from '../../../shared/catalog/recently-viewed.store.ts'
import { HomePage } from './home-page.tsx'

afterEach(leaveShop)

const { eyebrow, title, text, action } = BANNER
const home = {
  hero: { eyebrow, title, text, action, link: paths.sale, picture: null, pictureOnPhones: null },
  sections: ['categories', 'sale', 'recommended', 'viewed', 'help'].map(section => ({ section, title: null })),
}
const calls = {
  'GET /shop/home': ok(home),
  'GET /categories': ok([]),
  'GET /products/sale-figures': ok({ highestPercent: 0 }),
  'GET /products/on-sale?page=1&size=8&view=card': okPage([kurtaInFull]),
  'GET /products?page=1&size=16&view=card': okPage([kurtaInFull]),
}
const section = (name: string) => within(screen.getByRole('region', { name }))

async function open(answers: Parameters<typeof stubShop>[0]) {
  stubShop({ ...calls, ...answers })
  visit('/', [{ path: '/', Component: HomePage }])
  await screen.findByRole('region', { name: 'On sale' })
}

it('a section that fails shows an error or the server’s sentence, and the others are shown (T022)', async () => {
  const failing = [refused(500), refused(500, 'The products cannot be read.'), okPage([kurtaInFull])]
  await open({ 'GET /products/on-sale?page=1&size=8&view=card': failing })
  const tryAgain = () => userEvent.click(section('On sale').getByRole('button', { name: 'Try again' }))

  await section('On sale').findByText('Something went wrong...')
  expect(await section('Recommended').findByRole('article')).toBeTruthy()
  await tryAgain()
  await section('On sale').findByText('The products cannot be read.')
  await tryAgain()

  expect(await section('On sale').findByRole('article')).toBeTruthy()
})

it('recently viewed shows what this browser viewed, newest first, as it is now (T020, T049, B105)', async () => {
  const named = (name: string, digit: string) => ({ ...kurtaInFull, name, _id: digit.repeat(24) })
  const [shirt, boot, gone] = [named('Shirt', '1'), named('Suede boot', '2'), named('Vanished shawl', '3')]
  const shown = () =>
    section('Recently viewed')
      .queryAllByRole('link')
      .map(link => link.textContent)
  for (const product of [shirt, boot, gone]) recordView(product)
  const { description, reviews, version, ...card } = { ...shirt, salePrice: 30 }
  const asked = [gone, boot, shirt].map(({ _id }) => _id).join('%2C')
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof ok>>()
  await open({ [`GET /products/cards?ids=${asked}`]: promise })

  expect(shown()).toEqual(['Vanished shawl', 'Suede boot', 'Shirt'])
  resolve(ok([boot, card]))
  await waitFor(() => expect(shown()).toEqual(['Suede boot', 'Shirt']))
  expect(section('Recently viewed').getByText('$30.00')).toBeTruthy()
})
