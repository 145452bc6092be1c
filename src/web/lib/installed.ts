/** Whether the page runs as an app installed on the home screen. */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}

/** Whether the device is an iPhone or an iPad; iPads report that they are Macs. */
export function isAppleTouch(): boolean {
  const { userAgent } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Mac/.test(userAgent) && 'ontouchend' in window);
}
