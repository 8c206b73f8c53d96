/** Whether toasts lie over the header's band, one at a time. */
export const isNarrow = () => innerWidth < 640
