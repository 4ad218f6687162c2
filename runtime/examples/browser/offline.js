// Makes the page an app that opens without a network, if it came from a server. A page from a disk is a single file and needs nothing.

export function keepOffline() {
  if (!location.protocol.startsWith('http')) return;
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = 'manifest.webmanifest';
  document.head.append(link);
  // Browsers offer service workers over HTTPS, and to pages of the same machine. A folder may lack the script.
  navigator.serviceWorker?.register('service-worker.js').catch(() => {});
}
