import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useFormContext } from 'react-hook-form'
import { Link } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { leaveShop, visit } from '../../test/browser.tsx'
import { Form } from './form.tsx'
import { LeaveGuard } from './leave-question.tsx'
import { TextField } from './text-field.tsx'

afterEach(leaveShop)

let save: PromiseWithResolvers<void>
beforeEach(() => {
  save = Promise.withResolvers()
})

function Editor() {
  return (
    <Form
      schema={z.object({ text: z.string() })}
      defaultValues={{ text: '' }}
      onSubmit={() => save.promise}
      fallback="It failed."
    >
      <TextField name="text" label="Text" />
      <button type="submit">Save</button>
      <Saved />
      <LeaveGuard text="Your note is not saved yet." />
      <Link to="/list">List</Link>
    </Form>
  )
}

/** Takes over what was saved, as the form of a product does. */
function Saved() {
  const { reset, getValues } = useFormContext()
  return (
    <button type="button" onClick={() => reset(getValues())}>
      Take over
    </button>
  )
}

async function leaveWhileSaving() {
  const { at } = visit('/', [
    { path: '/', element: <Editor /> },
    { path: '/list', element: <h1>List</h1> },
  ])
  await userEvent.type(screen.getByLabelText('Text'), 'Called')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(screen.getByRole('link', { name: 'List' }))
  await screen.findByRole('dialog', { name: 'Leave without saving?' })
  return at
}

it('leaving a form while it is saved is asked about, and a save that fails keeps what was typed', async () => {
  const at = await leaveWhileSaving()

  save.reject(new Error())

  await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }))
  expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('Called')
  expect(at()).toBe('/')
})

it('leaving a form while it is saved goes on by itself once its values are saved', async () => {
  const at = await leaveWhileSaving()

  save.resolve()
  await userEvent.click(screen.getByRole('button', { name: 'Take over', hidden: true }))

  await waitFor(() => expect(at()).toBe('/list'))
})

it('a form can be left while it is saved', async () => {
  const at = await leaveWhileSaving()

  await userEvent.click(screen.getByRole('button', { name: 'Leave anyway' }))

  expect(at()).toBe('/list')
})
