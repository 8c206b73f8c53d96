import { type MailServer, mailSecurity, mailServerInput, proofFor } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import { toRefusal } from '../../../lib/failure.ts'
import { countLabel } from '../../../lib/format.ts'
import { dataQuery, useRefreshAfter } from '../../../lib/query-keys.ts'
import { ProofDialog } from '../../../shared/session/proof-dialog.tsx'
import { ProofFields, useHasTwoFactor } from '../../../shared/session/proof-fields.tsx'
import { Async } from '../../../ui/async.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FailureNote, Form, FormActions, FormFailure } from '../../../ui/form.tsx'
import { Panel } from '../../../ui/headings.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toastAnswer } from '../../../ui/toast.tsx'

/** Emails leave by this server; its password is stored sealed and never shown again. */
export function MailServerCard() {
  const query = useQuery(dataQuery('GET /settings/mail'))
  const [dialog, setDialog] = useState<'connect' | 'remove'>()
  const close = () => setDialog(undefined)
  const after = useRefreshAfter('settings', 'dashboard')
  // A toast goes, and is cut off on a phone.
  const [failure, setFailure] = useState<{ text: string | undefined; savedAt: string | undefined }>()
  const savedAt = query.data?.saved?.savedAt

  async function handleTest() {
    setFailure(undefined)
    const answer = after(call('POST /dashboard/test-email'))
    answer.catch(error => setFailure({ text: toRefusal(error).message, savedAt }))
    await toastAnswer(answer)
  }

  return (
    <Panel title="Mail server">
      <Async query={query} loading={<Skeleton className="h-24 rounded-control" />} errorPrefix="Error: ">
        {server => (
          <>
            <p className="wrap-anywhere text-ink-2">{sentenceOf(server)}</p>
            {server.unsent && (
              <p role="status" className="wrap-anywhere text-warn">
                {`${countLabel(server.unsent.count, 'email')} could not be sent: ${server.unsent.refusal}`}
              </p>
            )}
            <div className="flex flex-wrap gap-2">
              {!isOutweighed(server) && (
                <Button variant="outline" size={40} onClick={() => setDialog('connect')}>
                  {server.saved ? 'Replace mail server' : 'Enter mail server'}
                </Button>
              )}
              <Button variant="outline" size={40} loading={false} onClick={handleTest}>
                Send a test email
              </Button>
              {server.saved && (
                <Button variant="ghost" size={40} onClick={() => setDialog('remove')}>
                  Remove mail server
                </Button>
              )}
            </div>
            <FailureNote text={failure?.savedAt === savedAt ? failure?.text : undefined} />
            {dialog === 'connect' && <MailServerDialog server={server} onClose={close} />}
            {dialog === 'remove' && <RemoveDialog server={server} onClose={close} />}
          </>
        )}
      </Async>
    </Panel>
  )
}

const isOutweighed = ({ source }: MailServer) => source === 'environment' || source === 'environment-files'

function sentenceOf({ source, keepsWaiting, saved }: MailServer): string {
  if (source === 'environment')
    return 'Emails leave by the mail server of the server’s own settings, which outweighs one entered here.'
  if (source === 'environment-files')
    return 'Emails only become files, as MAIL=file of the server’s own settings says, which outweighs a mail server entered here.'
  if (!saved)
    return keepsWaiting
      ? 'No mail server is set. Emails wait until one is entered, for ten hours at most.'
      : 'Emails only become files on the server: no customer gets one.'
  if (!saved.isReadable)
    return 'Its password cannot be opened any more: enter the mail server again. Until then emails wait, for ten hours at most.'
  return `Emails leave by ${saved.host}${saved.user ? ` as ${saved.user}` : ''}, and come from ${saved.from}.`
}

interface MailServerDialogProps {
  server: MailServer
  onClose: () => void
}

function MailServerDialog({ server: { saved }, onClose }: MailServerDialogProps) {
  const after = useRefreshAfter('settings', 'dashboard')
  const { host = '', port = '587', security = 'starttls', user = '', from = '' } = saved ?? {}
  const schema = mailServerInput.extend(proofFor(useHasTwoFactor()).shape)

  return (
    <Dialog onClose={onClose} title="Mail server">
      <Form
        schema={schema}
        defaultValues={{ host, port, security, user, from, secret: '', password: '', code: '' }}
        onSubmit={body => after(call('PUT /settings/mail', { body }))}
        onDone={onClose}
        fallback="An error occurred while saving the mail server."
      >
        <TextField
          name="host"
          label="Host"
          help="Such as smtp.example.com, as your provider names it."
          autoComplete="off"
        />
        <SecurityField />
        <TextField name="port" label="Port" inputMode="numeric" autoComplete="off" />
        <TextField name="user" label="User" optional autoComplete="off" spellCheck={false} />
        <TextField
          name="secret"
          label="Password of the mail server"
          type="password"
          optional
          help={saved ? 'Left empty, it stays as it is while host and user stay.' : undefined}
          autoComplete="off"
        />
        <TextField
          name="from"
          label="Sender"
          type="email"
          help="The address that emails come from."
          autoComplete="off"
        />
        <ProofFields />
        <FormFailure />
        <FormActions onCancel={onClose}>Save</FormActions>
      </Form>
    </Dialog>
  )
}

const usualPorts: Record<string, string> = { tls: '465', starttls: '587', none: '25' }

/** The port follows it, unless another than the usual ones was typed. */
function SecurityField() {
  const { getValues, setValue } = useFormContext()

  return (
    <SelectField
      name="security"
      label="Security"
      options={Object.entries(mailSecurity).map(([value, label]) => ({ value, label }))}
      onChange={({ target }) => {
        if (Object.values(usualPorts).includes(getValues('port'))) setValue('port', usualPorts[target.value])
      }}
    />
  )
}

function RemoveDialog({ server, onClose }: MailServerDialogProps) {
  const after = useRefreshAfter('settings', 'dashboard')

  return (
    <ProofDialog
      title="Remove the mail server?"
      text={removalText(server)}
      action="Remove"
      fallback="An error occurred while removing the mail server."
      onProven={body => after(call('DELETE /settings/mail', { body }))}
      onClose={onClose}
    />
  )
}

function removalText(server: MailServer): string {
  if (isOutweighed(server)) return 'Emails go on as before, since the server’s own settings outweigh it.'
  return server.keepsWaiting
    ? 'Emails wait until another one is entered, for ten hours at most.'
    : 'Emails then only become files on the server.'
}
