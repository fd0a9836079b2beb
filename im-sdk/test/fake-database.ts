// Adds IndexedDB to the tests on published builds. The SDK looks for it only when the first test loads the SDK.
import 'fake-indexeddb/auto'
