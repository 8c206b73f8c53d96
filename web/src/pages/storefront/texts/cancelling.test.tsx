import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, visit } from '../../../../test/browser.tsx'
import { ContactPage } from './contact-page.tsx'
import { TermsPage } from './terms-page.tsx'

afterEach(leaveShop)

it.each([
  ['Contact', ContactPage],
  ['Terms', TermsPage],
])(
  '%s says in the same words who may cancel an order, until when, and what becomes of the money',
  (_name, Component) => {
    visit('/', [{ path: '/', Component }])

    expect(
      screen.getByText(
        /Until it is shipped you can cancel an order yourself, paid or not, .* goes back the way it came\./,
      ),
    ).toBeTruthy()
  },
)
