import type { z } from 'zod'

/** A schema's messages against a value, by dotted path, as the server answers them; empty for a valid value. */
export function complaints(schema: z.ZodType, value: unknown): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { path, message } of schema.safeParse(value).error?.issues ?? []) found[path.join('.')] ??= message
  return found
}

/** The first sentence against a value that is not an object of fields; undefined when it is accepted. */
export function complaint(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message
}
