import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, stubShop, visit } from '../../../test/browser.tsx'
import { seaView } from '../../../test/samples.ts'
import { type Billing, BillingFields } from './billing-fields.tsx'

afterEach(leaveShop)

it('who is billed counts as it is typed, and the delivery address is billed again', async () => {
  stubShop({})
  const changes: Billing[] = []
  const Page = () => <BillingFields company="Mela" billingAddress={seaView} onChange={change => changes.push(change)} />
  visit('/', [{ path: '/', Component: Page }])
  const company = await screen.findByLabelText<HTMLInputElement>(/^Company/)

  fireEvent.change(company, { target: { value: ' Klein GmbH ' } })
  fireEvent.change(company, { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Bill to the delivery address' }))

  expect(changes).toEqual([{ company: 'Klein GmbH' }, { company: undefined }, { billingAddress: undefined }])
})
