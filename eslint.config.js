// No feature newer than the browsers in package.json without a fallback, and no name that nothing declares.
import css from "@eslint/css";
import js from "@eslint/js";
import known from "@mdn/browser-compat-data/forLegacyNode";
import browserslist from "browserslist";
import compat from "eslint-plugin-compat";
import globals from "globals";

// Without these a page looks plainer but works as well, or a fallback stands in the line before.
const PLAINER_WITHOUT = [
  "accent-color", "appearance", "backface-visibility", "color-scheme", "field-sizing", "forced-color-adjust", "hyphens",
  "outline", "scroll-padding-bottom", "scrollbar-width", "text-align-last", "text-decoration-thickness", "text-wrap",
];

// The plugin misses static methods that are newer than its data, AbortSignal.timeout for one, and cannot tell whose
// method is called on a variable. So these are refused as well: static methods that one of the oldest browsers lacks,
// and methods that no object has in all of them.
const IN_MDN = { and_chr: "chrome_android", ios_saf: "safari_ios" };
const browsers = browserslist().map((each) => each.split(" "))
  .map(([name, version]) => [IN_MDN[name] ?? name, parseFloat(version)]);

function isTooNew({ __compat: { support } = { support: {} } }) {
  return browsers.some(([browser, version]) => {
    const since = [support[browser] ?? []].flat()[0]?.version_added;
    return since === false || parseFloat(since) > version;
  });
}

function membersOf(objects) {
  return Object.entries(objects).flatMap(([object, members]) => (
    Object.entries(members).map(([property, each]) => ({ object, property, tooNew: isTooNew(each) }))));
}

const ofBrowsers = membersOf(known.api);
const ofLanguage = membersOf(known.javascript.builtins);
const message = "Newer than package.json's browsers.";
const statics = ofBrowsers.filter(({ property, tooNew }) => tooNew && property.endsWith("_static"))
  .map(({ object, property }) => ({ object, property: property.replace("_static", ""), message }));
const old = new Set([...ofBrowsers, ...ofLanguage].filter(({ tooNew }) => !tooNew).map(({ property }) => property));
const methods = ofLanguage.map(({ property }) => property).filter((property) => /^\w+$/.test(property) && !old.has(property));

export default [
  { files: ["**/*.js"], ...js.configs.recommended },
  { files: ["**/*.js"], ...compat.configs["flat/recommended"] },
  {
    files: ["static/**/*.js"],
    languageOptions: { ecmaVersion: 2020, sourceType: "module", globals: globals.browser },
    // Feature-tested before use, or harmless where they are missing.
    settings: { polyfills: ["navigator.storage", "navigator.locks", "BroadcastChannel", "navigator.wakeLock", "navigator.share", "navigator.clipboard", "navigator.vibrate", "AudioContext", "createImageBitmap"] },
    rules: {
      "no-restricted-properties": ["error", ...statics],
      "no-restricted-syntax": ["error", { selector: `CallExpression[callee.property.name=/^(${methods.join("|")})$/]`, message }],
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
    },
  },
  {
    files: ["static/css/**/*.css"],
    plugins: { css },
    language: "css/css",
    rules: {
      "css/no-duplicate-imports": "error",
      // What all browsers supported by 2020, the year of the oldest ones.
      "css/use-baseline": ["error", {
        available: 2020,
        allowAtRules: ["page"],
        allowFunctions: ["color-mix"],
        allowMediaConditions: ["forced-colors"],
        allowProperties: PLAINER_WITHOUT,
        allowPropertyValues: { "font-family": ["ui-monospace"], "overflow-wrap": ["anywhere"], width: ["fit-content"] },
        allowSelectors: ["focus-visible", "has"],
        allowUnits: ["dvh"],
      }],
    },
  },
];
