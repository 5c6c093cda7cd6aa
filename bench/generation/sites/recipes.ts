import { document, SAID, says } from '../document.ts'

const recipes = [
  ['Lentil soup', '35 min', 'Easy', '4 servings'],
  ['Plum cake', '70 min', 'Medium', '8 servings'],
  ['Fish pie', '55 min', 'Hard', '6 servings'],
]

const page = (title: string, body: string) =>
  document(
    title,
    `<div class="css-1x9"><a class="css-k2" href="/">Kitchen notes</a><input class="css-in" placeholder="What are you cooking?" aria-label="Search recipes">
     <a class="css-k2" href="/shopping">Shopping list</a></div><div class="css-main"><h1 class="css-h">${title}</h1>${body}</div>${SAID}`,
  )

export const recipePages = {
  '/': page(
    'Recipes',
    `<div class="css-77">${recipes
      .map(
        (
          [name, time, level, serves],
          at,
        ) => `<div class="css-8a"><a class="css-9b" href="/r/${at + 1}"><div class="css-10c">${name}</div></a>
       <div class="css-11d"><span title="Time">${time}</span><span title="Difficulty">${level}</span><span title="Yield">${serves}</span></div>
       <button class="css-12e" aria-label="Save ${name}" ${says(`saved ${name}`)}>♡</button></div>`,
      )
      .join('')}</div>`,
  ),
  ...Object.fromEntries(
    recipes.map(([name, time, level], at) => [
      `/r/${at + 1}`,
      page(
        name!,
        `<p>Time: ${time}</p><p>Difficulty: ${level}</p><h2>Ingredients</h2><ul class="css-ing"><li>Ingredient A${at}</li><li>Ingredient B${at}</li></ul>
         <h2>Steps</h2><ol class="css-st"><li>Mix it.</li><li>Bake it.</li><li>Serve it.</li></ol><button ${says('printed')}>Print recipe</button>`,
      ),
    ]),
  ),
  '/shopping': page(
    'Shopping list',
    `<label>Item <input id="item"></label><button onclick="list.insertAdjacentHTML('beforeend', '<li><label><input type=checkbox> ' + item.value + '</label></li>')">Add item</button>
     <ul id="list"><li><label><input type="checkbox"> Flour</label></li><li><label><input type="checkbox" checked> Eggs</label></li></ul>
     <button onclick="said.textContent = [...document.querySelectorAll('#list input:checked')].length + ' done'">Count done</button>`,
  ),
}
