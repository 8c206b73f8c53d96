import { type OrderInput, waysToPay } from '@mela/contract'
import { createStore } from '../../lib/storage.ts'
import { isRecord, isText } from '../../lib/stored-product.ts'
import type { Billing } from '../addresses/billing-fields.tsx'
import { readAddress } from './cart.store.ts'

/** What the shopper adds to the cart, kept until the order is placed. */
export type Choices = Pick<OrderInput, 'deliveryMethod' | 'gateway' | 'codes'> & Billing

const store = createStore<Choices>('mela.checkout', {}, stored => {
  if (!isRecord(stored)) return undefined
  const { deliveryMethod, gateway, codes, company, taxNumber } = stored
  const billingAddress = readAddress(stored.billingAddress)
  const way = waysToPay.find(way => way === gateway)
  return {
    ...(isText(deliveryMethod) && { deliveryMethod }),
    ...(way && { gateway: way }),
    ...(isText(company) && { company }),
    ...(isText(taxNumber) && { taxNumber }),
    ...(billingAddress && { billingAddress }),
    ...(Array.isArray(codes) && { codes: codes.filter(isText) }),
  }
})

export const useChoices = store.use
export const currentChoices = store.get

export const chooseForOrder = (change: Choices): void => void store.set({ ...store.get(), ...change })

export const forgetChoices = (): void => void store.set({})

/** Another person may come, to whom neither company nor address belongs; codes were typed for the cart. */
export const forgetBilling = (): void =>
  chooseForOrder({ company: undefined, taxNumber: undefined, billingAddress: undefined })
