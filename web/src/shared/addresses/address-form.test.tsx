import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { leaveShop, ok, stubShop, visit } from '../../../test/browser.tsx'
import { asha } from '../../../test/samples.ts'
import { rememberUser } from '../../lib/current-user.ts'
import { AddressDialog } from './address-form.tsx'

afterEach(leaveShop)

function Addresses() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Add address
      </button>
      <AddressDialog open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

beforeEach(async () => {
  stubShop({ 'GET /users/current-user': ok(asha) })
  rememberUser(asha)
  visit('/', [{ path: '/', element: <Addresses /> }])
  await openForm()
  await userEvent.type(screen.getByLabelText('City'), 'Mum')
})

const openForm = () => userEvent.click(screen.getByRole('button', { name: 'Add address', hidden: true }))
const city = () => screen.getByLabelText<HTMLInputElement>('City').value

it('a half-typed address is there again after its dialog was closed, also by a page that is opened anew', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await openForm()
  expect(city()).toBe('Mum')

  cleanup()
  visit('/', [{ path: '/', element: <Addresses /> }])
  await openForm()
  expect(city()).toBe('Mum')
})

it('a half-typed address is given up by Cancel', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await openForm()

  expect(city()).toBe('')
})
