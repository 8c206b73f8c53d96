import { expect } from 'vitest'

/** The refusal of a body that names another id than the path does. */
export const anotherId = (field: string) => ({
  status: 400,
  errors: { [field]: expect.stringMatching(/^This is another \w+\.$/) },
})
