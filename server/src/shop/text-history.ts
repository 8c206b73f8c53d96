import { type SettingsAuditEvent, TEXT_PAGE_LABELS, type TextPageInput } from '@mela/contract'
import { actorOf, listEntriesOf } from '../platform/audit/subject-history.ts'
import type { Database } from '../platform/database/database.ts'
import { FIELDS, findForStaff, isAsAfter, subjectOf } from './texts.ts'

export async function showHistory(db: Database, id: string, paging: { page: number; size: number }) {
  const page = await findForStaff(db, id)
  const { rows, total } = await listEntriesOf(db, subjectOf(id), paging)
  return {
    total,
    rows: rows.map(
      ({ id, at, before, after, ...actor }): SettingsAuditEvent => ({
        ...{ id, at: at.toISOString(), actor: actorOf(actor) },
        changes: before && after ? changesOf(before, after) : [],
        canUndo: !!before && !!after && isAsAfter(page, after),
      }),
    ),
  }
}

function changesOf(before: Partial<TextPageInput>, after: Partial<TextPageInput>) {
  return FIELDS.filter(name => name in after).map(name => {
    const [was, is] = [before[name], after[name]]
    const isText = name === 'body' && typeof was === 'string' && typeof is === 'string'
    const [shownBefore, shownAfter] = isText ? difference(was, is) : [was, is]
    return { name, field: TEXT_PAGE_LABELS[name], before: shownBefore, after: shownAfter }
  })
}

const LONGEST = 300

/** The common beginning and end are left out. */
function difference(before: string, after: string): [string, string] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const cut = (lines: string[]) => {
    const text = lines
      .slice(start, lines.length - end)
      .join('\n')
      .trim()
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  }
  return [cut(old), cut(now)]
}
