import { Dialog } from '../../../ui/dialog.tsx'
import { TextTables } from '../../../ui/text-tables.tsx'

export function SizeGuideDialog({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog title="Size guide" onClose={onClose}>
      <TextTables text={text} label="Size guide" />
    </Dialog>
  )
}
