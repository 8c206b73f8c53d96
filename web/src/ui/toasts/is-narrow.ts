/** Whether toasts lie over the header's band, one at a time (B146). */
export const isNarrow = () => innerWidth < 640
