import pg from 'pg'

/** Whether this constraint or unique index refused a write. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint
}
