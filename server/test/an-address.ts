import type { AddressInput } from '@mela/contract'

export function anAddress(given: Partial<AddressInput> = {}): AddressInput {
  return {
    name: { firstName: 'Asha', lastName: 'Rao' },
    countryCode: '91',
    phoneNumber: '9820012345',
    building: '12 Sea View Apartments',
    street: 'Carter Road, Bandra West',
    city: 'Mumbai',
    state: 'Maharashtra',
    pinCode: '400050',
    country: 'India',
    ...given,
  }
}
