import { Copy, Download } from 'lucide-react'
import { useShop } from '../../../lib/shop.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { buttonClass } from '../../../ui/buttons/button-class.ts'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { toastError, toastSuccess } from '../../../ui/toasts/toast.tsx'

interface RecoveryCodesProps {
  codes: string[]
  onDone: () => void
}

/** Shown once; the shop stores only their hashes. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const shop = useShop()
  const file = `${shop.name} recovery codes. Each works once.\n\n${codes.join('\n')}\n`

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toastSuccess('Recovery codes copied.')
    } catch {
      toastError('Copying did not work. Please select the codes, or download them.')
    }
  }

  return (
    <div className="grid gap-5">
      <p className="text-ink-2">
        Keep these recovery codes where you can find them without your phone. Each lets you in once, and they are not
        shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-tile bg-ink/5 p-4 font-mono text-sm"
      >
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size={40} onClick={() => void handleCopy()}>
          <Copy /> Copy
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download={`${shop.name.toLowerCase()}-recovery-codes.txt`}
          className={buttonClass({ variant: 'outline', size: 40 })}
        >
          <Download /> Download
        </a>
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onDone}>
          I have saved them
        </Button>
      </DialogActions>
    </div>
  )
}
