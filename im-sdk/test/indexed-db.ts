// IndexedDB outside of a browser, for test devices that persist their data.
import 'fake-indexeddb/auto'
