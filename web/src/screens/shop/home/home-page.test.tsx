import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, okPage, refused, stubShop, visit } from '../../../../test/browser.tsx'
import { kurtaInFull } from '../../../../test/samples.ts'
import { HomePage } from './home-page.tsx'

afterEach(leaveShop)

it('a section that fails shows an error or the server’s sentence, and the others are shown (T022)', async () => {
  stubShop({
    'GET /categories': ok([]),
    'GET /products/sale-figures': ok({ highestPercent: 0 }),
    'GET /products/on-sale?page=1&size=8&view=card': [
      refused(500),
      refused(500, 'The products cannot be read.'),
      okPage([kurtaInFull]),
    ],
    'GET /products?page=1&size=16&view=card': okPage([kurtaInFull]),
  })
  visit('/', [{ path: '/', Component: HomePage }])
  const section = (name: string) => within(screen.getByRole('region', { name }))
  const tryAgain = () => userEvent.click(section('On sale').getByRole('button', { name: 'Try again' }))

  await section('On sale').findByText('Something went wrong...')
  expect(await section('Recommended').findByRole('article')).toBeTruthy()
  await tryAgain()
  await section('On sale').findByText('The products cannot be read.')
  await tryAgain()

  expect(await section('On sale').findByRole('article')).toBeTruthy()
})
