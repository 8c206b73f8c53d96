import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { leaveShop, stubShop, visit } from '../../../../test/browser.tsx'
import { Form } from '../../../ui/form.tsx'
import { CountriesField } from './setting-field.tsx'

afterEach(leaveShop)

const names = () => screen.getAllByRole('button', { name: /, place \d+$/ }).map(row => row.textContent)

it('countries are ordered by keyboard and by name, and the first says what that means', () => {
  stubShop({})
  const form = (
    <Form
      schema={z.object({ sold: z.string() })}
      onSubmit={async () => {}}
      fallback=""
      defaultValues={{ sold: 'IN\nDE\nAT' }}
    >
      <CountriesField name="sold" label="Countries" help="" />
    </Form>
  )
  visit('/', [{ path: '/', element: form }])
  const germany = screen.getByRole('button', { name: 'Germany, place 2' })
  germany.focus()
  for (const key of [' ', 'ArrowUp', ' ']) fireEvent.keyDown(document.activeElement ?? germany, { key, code: key })

  expect(names()).toEqual(['Germanyfirst in new addresses', 'India', 'Austria'])
  fireEvent.click(screen.getByRole('button', { name: 'Sort by name' }))
  expect(names()).toEqual(['Austriafirst in new addresses', 'Germany', 'India'])
})
