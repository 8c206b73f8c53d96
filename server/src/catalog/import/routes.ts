import { IMPORT_MEGABYTES, importCalls } from '@mela/contract'
import type { FastifyPluginAsync } from 'fastify'
import { receiveFile, takeUploads } from '../../media/uploads.ts'
import { answerCalls } from '../../platform/http/answer-calls.ts'
import { ok, okPage } from '../../platform/http/errors.ts'
import { openPlaces } from '../../platform/limits/limit-attempts.ts'
import { checkTable } from './check-import.ts'
import { exportTable } from './export-products.ts'
import { listFailed, listRows, listStartedImports, retryPictures, showImport, startImport } from './imports.ts'

const RECENT = 5
const TOO_LARGE = `Files of more than ${IMPORT_MEGABYTES} MB are not allowed.`

export const importRoutes: FastifyPluginAsync = async app => {
  await app.register(importUpload)

  answerCalls(app, importCalls, {
    'GET /products/export': async ({ query }, reply) => {
      reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="products.csv"')
      return reply.send(exportTable(app.db, query))
    },
    'GET /imports': async () => ok(await listStartedImports(app.db, RECENT)),
    'GET /imports/:id': async ({ params }) => ok(await showImport(app.db, params.id)),
    'GET /imports/:id/rows': async ({ params, query }) => okPage(await listRows(app.db, params.id, query), query),
    'POST /imports/:id/start': async ({ user, params, body }) =>
      ok(await startImport(app.db, user.id, params.id, body ?? {}), 'Import started successfully.'),
    'GET /imports/:id/failed-pictures': async ({ params, query }) =>
      okPage(await listFailed(app.db, params.id, query), query),
    'POST /imports/:id/retry-pictures': async ({ params }) =>
      ok(await retryPictures(app.db, params.id), 'The pictures are fetched again.'),
  })
}

/** A check holds a database connection for seconds. */
const CHECKS_AT_ONCE = 2

const importUpload: FastifyPluginAsync = async app => {
  const places = openPlaces(CHECKS_AT_ONCE, 'The shop is busy with other files. Please try again in a moment.', 1)
  await takeUploads(app, IMPORT_MEGABYTES)

  answerCalls(app, importCalls, {
    'POST /imports': (request, reply) =>
      places.hold(request.user.id, async () => {
        const file = await receiveFile(request, 'file', TOO_LARGE, 'This file is empty.')
        return reply.code(201).send(ok(await checkTable(app.db, request.user.id, file), 'File checked successfully.'))
      }),
  })
}
