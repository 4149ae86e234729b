// Files that the bundler takes in as text.
declare module "*.pencil" {
  const text: string;
  export default text;
}
declare module "*.pl" {
  const text: string;
  export default text;
}
declare module "*.lp" {
  const text: string;
  export default text;
}
